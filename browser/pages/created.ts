// The script of the page that is shown after a room's creation. The script stores the host link in this browser and
// offers the link as a file.
import { saveOwnerToken } from './owner-tokens.ts'

const link = document.querySelector<HTMLElement>('[data-host]')?.dataset.host
if (link) {
  const { pathname, hash } = new URL(link)
  const [, game = '', room = ''] = pathname.split('/')
  saveOwnerToken(`${game}/${room}`, hash.slice(1))
  const href = URL.createObjectURL(new Blob([`${link}\n`], { type: 'text/plain' }))
  const place = document.querySelector<HTMLAnchorElement>('a[data-download]')
  if (place) Object.assign(place, { href, download: `${game}-${room}-host.txt`, hidden: false })
}
