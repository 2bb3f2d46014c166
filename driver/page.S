// driver/page.S - the files of page/, docs/glossary.md and docs/explain/, as texts of the command (html.h,
// glossary.h, kind_page.h). The parts of the script share one scope: each comes after those that it uses while it
// is loaded.
  .section .rodata
  .global mc_page_html
mc_page_html:
  .incbin "page.html"
  .byte 0
  .global mc_page_style
mc_page_style:
  .incbin "page.css"
  .byte 0
  .global mc_page_script
mc_page_script:
  .incbin "elements.js"
  .incbin "result.js"
  .incbin "objects.js"
  .incbin "schedule.js"
  .incbin "rows.js"
  .incbin "lines.js"
  .incbin "timeline.js"
  .incbin "lanes.js"
  .incbin "arrows.js"
  .incbin "key_lines.js"
  .incbin "source.js"
  .incbin "state.js"
  .incbin "finding.js"
  .incbin "explored.js"
  .incbin "coverage.js"
  .incbin "keys.js"
  .incbin "page.js"
  .byte 0
  .global mc_glossary
mc_glossary:
  .incbin "glossary.md"
  .byte 0
  .macro kind_page kind, name
  .global mc_page_of_\kind
mc_page_of_\kind:
  .incbin "explain/\name\().md"
  .byte 0
  .endm
#define MC_FINDING(kind, name, headline) kind_page kind, name
#include "runtime/findings.def"
  .section .note.GNU-stack, "", @progbits
