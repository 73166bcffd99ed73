// The one stylesheet: system fonts, light and dark, readable down to a small screen. Fetches nothing.
export const style = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1c2733, #dbe4ec);
  --quiet: light-dark(#55636f, #9aa8b4);
  --paper: light-dark(#fbfaf7, #11181f);
  --card: light-dark(#ffffff, #18222c);
  --line: light-dark(#dcd8cf, #2b3945);
  --sea: light-dark(#0b5c86, #74c0ea);
  --good: light-dark(#1d6b3a, #7fd6a0);
  --bad: light-dark(#9c2f1f, #f39a8a);
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
header, main { max-width: 60rem; margin: 0 auto; padding: 1rem 1.25rem }
header { padding-bottom: 0 }
header a { color: var(--quiet); font-weight: 600; text-decoration: none }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .4rem 0 .6rem; overflow-wrap: anywhere }
h2 { font-size: 1.2rem; margin: 2rem 0 .6rem }
p { max-width: 44rem }
a { color: var(--sea) }
a:focus-visible { outline: 2px solid var(--sea); outline-offset: 2px; border-radius: 2px }
code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere }
.quiet { color: var(--quiet) }
.open { color: var(--good) }
.closed, .needs-upgrade, .error { color: var(--bad) }
.wide { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .6rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .5rem .8rem; border-top: 1px solid var(--line) }
thead th { border-top: 0; color: var(--quiet); font-weight: 600; font-size: .88rem }
td ul { margin: 0; padding: 0; list-style: none }
details { border: 1px solid var(--line); border-radius: .6rem; background: var(--card); padding: .4rem .8rem; margin: .3rem 0 }
summary { cursor: pointer }
dl { margin: 0; display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .3rem 1.2rem }
dt { color: var(--quiet) }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere }
dd dl { padding-left: .8rem; border-left: 2px solid var(--line) }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: .5rem } }
`
