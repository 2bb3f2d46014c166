use std::sync::mpsc::channel;
use std::thread;
fn main() {
    let (s, r) = channel();
    let s2 = s.clone();
    let a = thread::spawn(move || s.send(1).unwrap());
    let b = thread::spawn(move || s2.send(2).unwrap());
    let x = r.recv().unwrap();
    let y = r.recv().unwrap();
    assert!(x + y == 3);
    assert!(x == 1, "the second came first");
    a.join().unwrap();
    b.join().unwrap();
}
