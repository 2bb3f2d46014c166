use std::sync::{Arc, Condvar, Mutex};
use std::thread;
fn main() {
    let p = Arc::new((Mutex::new(false), Condvar::new()));
    let q = p.clone();
    let t = thread::spawn(move || {
        *q.0.lock().unwrap() = true;
        q.1.notify_one();
    });
    let mut ready = p.0.lock().unwrap();
    if cfg!(feature = "lost") {
        if !*ready { drop(ready); ready = p.0.lock().unwrap(); ready = p.1.wait(ready).unwrap(); }
    } else {
        while !*ready { ready = p.1.wait(ready).unwrap(); }
    }
    drop(ready);
    t.join().unwrap();
}
