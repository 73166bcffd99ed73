import { expect, it } from 'vitest'
import { dosPage } from '../../../../games/lan/pages/dos.tsx'
import { facts } from './facts.ts'

it('[LAN-7.2] the page for DOS explains that the site has no emulator, how the operator installs one, and how to play without it', () => {
  const { content, scripts, fillsWindow } = dosPage('', facts)
  expect([scripts, fillsWindow]).toEqual([undefined, undefined])
  const html = String(content)
  expect(html).toContain('This site has no DOS emulator for browsers.')
  expect(html).toContain('href="/docs/how-to/dos-in-the-browser"')
  expect(html).toContain('href="/lan/harbor#connect"')
})

it('[LAN-7.2] the page for DOS runs the emulator that the operator has installed, and shows the licence of the emulator', () => {
  const assets = {
    'lan/wdosbox.js': '/assets/emulators-1/wdosbox.js',
    'lan/LICENSE': '/assets/emulators-1/LICENSE',
  }
  const { content, scripts } = dosPage('', { ...facts, assets })
  expect(scripts).toEqual(['lan-play'])
  const html = String(content)
  expect(html).toContain('data-play="/lan/harbor" data-emulator="/assets/emulators-1/wdosbox.js"')
  expect(html).toContain('<a href="/assets/emulators-1/LICENSE">GPL 2.0</a>')
})
