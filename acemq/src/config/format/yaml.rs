//! YAML 1.2, from the events of saphyr-parser, which know their lines; plain scalars by the core schema.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput, Tag};

use super::super::tree::{Entry, Kind, Node};
use crate::fault::{Fault, Origin};

/// How many values aliases may stand for: a few lines of them can otherwise fill the memory.
const MOST_ALIASED: usize = 100_000;
/// How deep a document may be.
const DEEPEST: usize = 100;

/// Reads a document.
pub(super) fn parse(name: &str, text: &str) -> Result<Node, Vec<Fault>> {
    Document { name, events: Parser::new_from_str(text), anchors: HashMap::new(), aliased: 0 }
        .read()
        .map_err(|fault| vec![fault])
}

struct Document<'a> {
    name: &'a str,
    events: Parser<'a, StrInput<'a>>,
    anchors: HashMap<usize, Node>,
    aliased: usize,
}

impl<'a> Document<'a> {
    fn read(mut self) -> Result<Node, Fault> {
        let mut root = None;
        loop {
            match self.next()? {
                (Event::StreamEnd, _) => break,
                (Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd | Event::Nothing, _) => {}
                (_, span) if root.is_some() => {
                    let help = "keep one, or name the file of one";
                    return Err(self.fault(span, "the file holds several YAML documents", help));
                }
                (event, span) => root = Some(self.node(event, span, 0)?),
            }
        }
        let origin = Origin::line(self.name, 1);
        Ok(match root {
            None | Some(Node { kind: Kind::Null, .. }) => Node::empty(origin),
            Some(root) => root,
        })
    }

    fn fault(&self, span: Span, message: impl Into<String>, help: &str) -> Fault {
        Fault::new(Origin::line(self.name, span.start.line()), "", message, help)
    }

    fn next(&mut self) -> Result<(Event<'a>, Span), Fault> {
        match self.events.next() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => {
                let origin = Origin::line(self.name, error.marker().line());
                Err(Fault::new(origin, "", format!("this is not YAML: {}", error.info()), ""))
            }
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn node(&mut self, event: Event<'a>, span: Span, depth: usize) -> Result<Node, Fault> {
        if depth > DEEPEST {
            return Err(self.fault(span, "this is nested too deeply", ""));
        }
        let origin = Origin::line(self.name, span.start.line());
        let (kind, anchor) = match event {
            Event::Scalar(text, style, anchor, tag) => (scalar(&text, style, tag.as_deref()), anchor),
            Event::SequenceStart(anchor, _) => {
                let mut items = Vec::new();
                loop {
                    match self.next()? {
                        (Event::SequenceEnd | Event::StreamEnd, _) => break,
                        (event, span) => items.push(self.node(event, span, depth + 1)?),
                    }
                }
                (Kind::List(items), anchor)
            }
            Event::MappingStart(anchor, _) => (Kind::Table(self.entries(depth)?), anchor),
            Event::Alias(anchor) => return self.alias(anchor, span),
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd
            | Event::SequenceEnd
            | Event::MappingEnd => return Err(self.fault(span, "this is not YAML: a value is missing", "")),
        };
        let node = Node::new(origin, kind);
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        Ok(node)
    }

    fn entries(&mut self, depth: usize) -> Result<Vec<Entry>, Fault> {
        let mut entries = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::MappingEnd | Event::StreamEnd) {
                return Ok(entries);
            }
            let origin = Origin::line(self.name, span.start.line());
            let Event::Scalar(name, ..) = event else {
                return Err(self.fault(span, "a key is a text", ""));
            };
            let (event, span) = self.next()?;
            let node = self.node(event, span, depth + 1)?;
            entries.push(Entry { name: name.into_owned(), origin, node });
        }
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<Node, Fault> {
        let Some(node) = self.anchors.get(&anchor).cloned() else {
            return Err(self.fault(span, "the alias stands inside what it names", ""));
        };
        self.aliased += size(&node);
        if self.aliased > MOST_ALIASED {
            return Err(self.fault(span, "the aliases stand for too much", ""));
        }
        Ok(node)
    }
}

fn size(node: &Node) -> usize {
    match &node.kind {
        Kind::List(items) => 1 + items.iter().map(size).sum::<usize>(),
        Kind::Table(entries) => 1 + entries.iter().map(|entry| size(&entry.node)).sum::<usize>(),
        Kind::Null
        | Kind::Bool(_)
        | Kind::Integer(_)
        | Kind::Float(_)
        | Kind::Text(_)
        | Kind::Duration(_) => 1,
    }
}

/// A quoted scalar is a text, and so is one tagged `!!str`; a plain one is what the core schema makes of it.
fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Kind {
    let is_text = tag.is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix == "str");
    if style != ScalarStyle::Plain || is_text {
        return Kind::Text(text.to_owned());
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Kind::Null,
        "true" | "True" | "TRUE" => return Kind::Bool(true),
        "false" | "False" | "FALSE" => return Kind::Bool(false),
        _ => {}
    }
    let digits = text.trim_start_matches(['-', '+']);
    let integer = match (digits.strip_prefix("0x"), digits.strip_prefix("0o")) {
        (Some(hex), _) => i64::from_str_radix(hex, 16).ok(),
        (_, Some(octal)) => i64::from_str_radix(octal, 8).ok(),
        (None, None) => text.parse().ok(),
    };
    if let Some(integer) = integer {
        return Kind::Integer(integer);
    }
    // Rust also reads `inf` and `nan` as numbers; here they are words.
    let is_number = digits.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && digits.contains(|letter: char| letter.is_ascii_digit());
    match text.parse() {
        Ok(float) if is_number => Kind::Float(float),
        _ => Kind::Text(text.to_owned()),
    }
}
