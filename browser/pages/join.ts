// The script of the page for joining a private room. If the address is an invite link, the script sends the secret
// after the `#` at once.
const form = document.querySelector<HTMLFormElement>('form[data-form=join]')
const secret = form?.querySelector<HTMLInputElement>('input[name=secret]')
const fromLink = location.hash.slice(1)
if (form && secret && fromLink !== '') {
  history.replaceState(null, '', location.pathname)
  secret.value = fromLink
  form.submit()
}
