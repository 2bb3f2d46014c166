use std::thread;

fn main() {
    let t = thread::spawn(|| {});
    t.join().unwrap();
    panic!("always");
}
