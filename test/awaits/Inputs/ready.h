// What a pass that sees one file at a time cannot see through.
int is_ready(void);
void set_ready(void);
int try_mutex(void);
void leave_mutex(void);
int try_spin(void);
void leave_spin(void);
