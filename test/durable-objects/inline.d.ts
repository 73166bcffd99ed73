// A file of the tests as a data URL, for where there is no file system.
declare module '*?url&inline' {
  const url: string
  export default url
}
