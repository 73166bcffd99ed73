// The page for joining a private room: an invite link has its secret after the `#`, which this page sends at once.
const form = document.querySelector<HTMLFormElement>('form[data-form=join]')
const secret = form?.querySelector<HTMLInputElement>('input[name=secret]')
const fromLink = location.hash.slice(1)
if (form && secret && fromLink !== '') {
  history.replaceState(null, '', location.pathname)
  secret.value = fromLink
  form.submit()
}
