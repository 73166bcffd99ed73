// The import of a test file as a data URL, because workerd has no file system.
declare module '*?url&inline' {
  const url: string
  export default url
}
