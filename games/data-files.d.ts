// The types of data files; see cli/bundle/data-files.ts.

declare module '*.anim' {
  const text: string
  export default text
}
declare module '*.arc' {
  const text: string
  export default text
}
declare module '*.face' {
  const text: string
  export default text
}
declare module '*.map' {
  const text: string
  export default text
}
declare module '*.msg' {
  const text: string
  export default text
}
declare module '*.quests' {
  const text: string
  export default text
}
declare module '*.trs' {
  const text: string
  export default text
}
declare module '*.deflate' {
  const bytes: ArrayBuffer
  export default bytes
}
declare module '*.png' {
  const bytes: ArrayBuffer
  export default bytes
}
declare module '*.wad' {
  const bytes: ArrayBuffer
  export default bytes
}
