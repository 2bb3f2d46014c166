// mcmini/mark.h - by what code that the pass has seen is told from other code in the same file.
#ifndef MCMINI_MARK_H
#define MCMINI_MARK_H

/// The 16 bytes before the entry of each function that the pass has seen, with the zero behind it.
#define MC_CODE_MARK "seen by McMini."

/// What -fsanitize=function puts between: so many bytes.
enum { MC_CODE_TYPE_BYTES = 8 };

#endif // MCMINI_MARK_H
