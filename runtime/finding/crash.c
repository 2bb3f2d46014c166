// runtime/finding/crash.c - crashes, and what is as bad, as findings.
#include "finding.h"
#include "runtime/record/record.h"
#include "runtime/signals/signals.h"

// What the person is told of a fault: the address says most.
void mc_describe_fault(char *text, size_t size, int signal, const siginfo_t *info, uint64_t sp) {
  const uint64_t address = (uintptr_t)info->si_addr;
  enum { NEAR = 64 << 10 };
  if (signal == SIGABRT)
    mc_format(text, size, "abort() was called");
  else if (info->si_code <= 0)
    mc_format(text, size, "%s was raised", mc_signal_name(signal));
  else if (signal != SIGSEGV && signal != SIGBUS)
    mc_format(text, size, "%s", mc_signal_name(signal));
  else if (mc_guard_watches(address))
    mc_format(text, size, "%s at address 0x%lx (a stray write to a variable of %s)",
              mc_signal_name(signal), address, mc_module_of(address));
  else if (mc_is_own(address) || mc_is_runtime_variable(address) || mc_is_runtime(address))
    mc_format(text, size, "%s at address 0x%lx (a stray access to McMini's own memory)",
              mc_signal_name(signal), address);
  else if (signal == SIGSEGV && sp && address + NEAR > sp && address < sp + NEAR)
    mc_format(text, size, "%s at address 0x%lx: stack overflow", mc_signal_name(signal), address);
  else
    mc_format(text, size, "%s at address 0x%lx", mc_signal_name(signal), address);
}

_Noreturn void mc_stray_write(const struct mc_site *site, uint64_t address) {
  uint64_t registers[MC_REGISTERS] = {0};
  char text[120];
  const siginfo_t fault = {.si_code = SEGV_ACCERR, .si_addr = (void *)address};
  mc_machine_here(registers);
  mc_guard_open();
  mc_describe_fault(text, sizeof text, SIGSEGV, &fault, 0);
  mc_end_with(&(struct mc_finding_details){.kind = MC_FINDING_CRASH,
                                           .message = text,
                                           .thread = mc_self_,
                                           .site = site,
                                           .signal = SIGSEGV,
                                           .address = address,
                                           .registers = registers});
}

_Noreturn void mc_wrong_direction(void) {
  __asm__ volatile("cld");
  mc_guard_open();
  mc_end_with(
      &(struct mc_finding_details){.kind = MC_FINDING_MISUSE,
                                   .message = "a function is called with the processor's direction "
                                              "flag set, where the ABI wants it clear",
                                   .thread = mc_self_});
}

_Noreturn void mc_killed_itself(const struct mc_site *site) {
  mc_guard_open();
  mc_end_with(&(struct mc_finding_details){.kind = MC_FINDING_CRASH,
                                           .message = "the program sends SIGKILL to itself",
                                           .thread = mc_self_,
                                           .site = site,
                                           .signal = SIGKILL});
}

_Noreturn void mc_stopped_itself(int signal, const struct mc_site *site) {
  char text[80];
  mc_format(text, sizeof text, "the program stops itself (%s), and nobody lets it go on",
            mc_signal_name(signal));
  mc_guard_open();
  mc_end_with(&(struct mc_finding_details){
      .kind = MC_FINDING_ENDLESS, .message = text, .thread = mc_self_, .site = site});
}

void mc_assertion(const char *message, const struct mc_site *site) {
  mc_guard_open();
  mc_end_with(&(struct mc_finding_details){
      .kind = MC_FINDING_ASSERTION, .message = message, .thread = mc_self_, .site = site});
}
