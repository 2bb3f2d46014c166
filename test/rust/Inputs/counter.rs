use std::sync::atomic::{AtomicUsize, Ordering::*};
use std::thread;
static N: AtomicUsize = AtomicUsize::new(0);
fn main() {
    let t = thread::spawn(|| { let x = N.load(SeqCst); N.store(x + 1, SeqCst); });
    let x = N.load(SeqCst); N.store(x + 1, SeqCst);
    t.join().unwrap();
    assert_eq!(N.load(SeqCst), 2);
}
