// The figures of the browser-play bench: what a game in the browser costs on the player's machine.
import type { Figure } from '../bench.ts'

export const figures: readonly Figure[] = [
  {
    id: 'first-picture',
    what: 'Soaprun: from opening the page to its field, with a cold cache',
    unit: 'ms',
    atMost: 1500,
  },
  {
    id: 'first-work',
    what: 'Soaprun: the browser’s CPU time from opening the page to its field',
    unit: 'ms',
  },
  { id: 'still-share', what: 'Soaprun: CPU of a core, alone and not moving', unit: '%', atMost: 30 },
  { id: 'crowd-share', what: 'CPU of a core, among 60', unit: '%' },
  {
    id: 'crowd-frame',
    what: 'Soaprun: script and drawing time of a frame, among 60 players',
    unit: 'ms',
    atMost: 16,
  },
  { id: 'crowd-frames', what: 'frames that the page draws, among 60', unit: '/s' },
  { id: 'town-door', what: 'Crossfire: from opening the page to its form, with a cold cache', unit: 'ms' },
  { id: 'town-picture', what: 'Crossfire: from Play to the town', unit: 'ms', atMost: 1500 },
  {
    id: 'town-still-share',
    what: 'Crossfire: CPU of a core, standing in the square',
    unit: '%',
    atMost: 30,
  },
  { id: 'town-walk-share', what: 'Crossfire: CPU of a core, walking in the square', unit: '%' },
  { id: 'town-crowd-share', what: 'CPU of a core, among 60', unit: '%' },
  {
    id: 'island-door',
    what: 'Arcane Sector: from opening the page to the picture behind its form, with a cold cache',
    unit: 'ms',
    atMost: 1500,
  },
  { id: 'island-picture', what: 'Arcane Sector: from Play to the green', unit: 'ms', atMost: 1500 },
  {
    id: 'pixels-picture',
    what: 'Arcane Sector, remote client: from opening the page to its first picture',
    unit: 'ms',
  },
  { id: 'town-crowd-frames', what: 'frames that the page draws, among 60', unit: '/s' },
]
