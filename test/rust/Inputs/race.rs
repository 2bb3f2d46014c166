use std::thread;
static mut VALUE: i32 = 0;
fn main() {
    let t = thread::spawn(|| unsafe { VALUE += 1 });
    unsafe { VALUE += 1 };
    t.join().unwrap();
}
