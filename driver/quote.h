// driver/quote.h - words of a command.
#ifndef MC_DRIVER_QUOTE_H
#define MC_DRIVER_QUOTE_H

/// The words as a shell would read them back [own: free].
char *quote_words(char *const *words);

/// What stands before a command that runs the program up to that call of mc_check:
/// "MC_CHECK_CALL=2 "; 0: nothing [own: free].
char *quote_check_call(unsigned call);

#endif // MC_DRIVER_QUOTE_H
