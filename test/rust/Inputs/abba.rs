use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let a = Arc::new(Mutex::new(0));
    let b = Arc::new(Mutex::new(0));
    let (a2, b2) = (a.clone(), b.clone());
    let t = thread::spawn(move || {
        let mut x = a2.lock().unwrap();
        let mut y = b2.lock().unwrap();
        *x += 1;
        *y += 1;
    });
    {
        let mut y = b.lock().unwrap();
        let mut x = a.lock().unwrap();
        *x += 1;
        *y += 1;
    }
    t.join().unwrap();
}
