//! A TCP proxy in front of the broker that can be taken away.

use std::{
    io,
    net::{Shutdown, TcpListener, TcpStream},
    sync::{Arc, Mutex, PoisonError},
    thread::JoinHandle,
};

/// Passes bytes both ways until it is taken away.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    open: Arc<Mutex<Option<Vec<TcpStream>>>>,
    accepting: Option<JoinHandle<()>>,
}

impl Proxy {
    pub(crate) fn before(host: &str, port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let own = listener.local_addr().expect("its number").port();
        let open = Arc::new(Mutex::new(Some(Vec::new())));
        let (known, target) = (Arc::clone(&open), (host.to_owned(), port));
        let accepting = std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(known) = known.as_mut() else { return };
                let broker = TcpStream::connect((target.0.as_str(), target.1)).expect("the broker");
                for (from, to) in [(&client, &broker), (&broker, &client)] {
                    let (mut from, mut to) =
                        (from.try_clone().expect("a handle"), to.try_clone().expect("a handle"));
                    known.push(from.try_clone().expect("a handle"));
                    std::thread::spawn(move || {
                        // Ends when either side does.
                        drop(io::copy(&mut from, &mut to));
                        drop(to.shutdown(Shutdown::Both));
                    });
                }
            }
        });
        Self { port: own, open, accepting: Some(accepting) }
    }

    /// Cuts every connection and refuses the next ones.
    pub(crate) fn take_away(&mut self) {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).take();
        for stream in open.into_iter().flatten() {
            drop(stream.shutdown(Shutdown::Both));
        }
        // Wakes the accepting thread, which then closes the port.
        drop(TcpStream::connect(("127.0.0.1", self.port)));
        if let Some(accepting) = self.accepting.take() {
            accepting.join().expect("no panic");
        }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.take_away();
    }
}
