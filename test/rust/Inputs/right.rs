use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let a = Arc::new(Mutex::new(0));
    let a2 = a.clone();
    let t = thread::spawn(move || { *a2.lock().unwrap() += 1; });
    *a.lock().unwrap() += 1;
    t.join().unwrap();
    assert_eq!(*a.lock().unwrap(), 2);
}
