// NO RACE: the standard streams are synchronised, and nobody changes how they format.
#include <iomanip>
#include <iostream>
#include <thread>

int main() {
  std::cout << std::hex;
  std::thread other([] {
    std::cout << 10 << std::endl;
    std::wcerr << L"text";
  });
  std::cout << "text" << 11 << '\n';
  std::wcerr << 12 << std::flush;
  other.join();
  std::cout << std::setw(4) << 12 << '\n';
}
