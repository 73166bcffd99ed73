// The figures of the browser-play bench: the cost of a game in a browser on the player's machine.
import type { Figure } from '../bench.ts'

export const figures: readonly Figure[] = [
  {
    id: 'first-picture',
    what: 'from opening the page to the field, with a cold cache',
    unit: 'ms',
    atMost: 1500,
  },
  { id: 'first-work', what: 'the browser’s CPU time in it', unit: 'ms' },
  { id: 'still-share', what: 'CPU of a core, alone and not moving', unit: '%', atMost: 30 },
  { id: 'crowd-share', what: 'CPU of a core, among 60', unit: '%' },
  { id: 'crowd-frame', what: 'script and drawing of a frame of the page, among 60', unit: 'ms', atMost: 16 },
  { id: 'crowd-frames', what: 'frames that the page draws, among 60', unit: '/s' },
  { id: 'town-door', what: 'Crossfire: from opening the page to its form, with a cold cache', unit: 'ms' },
  { id: 'town-picture', what: 'from Play to the town', unit: 'ms', atMost: 1500 },
  {
    id: 'town-still-share',
    what: 'CPU of a core, standing on the square',
    unit: '%',
    atMost: 30,
  },
  { id: 'town-walk-share', what: 'CPU of a core, walking there', unit: '%' },
  { id: 'town-crowd-share', what: 'CPU of a core, among 60', unit: '%' },
  {
    id: 'island-door',
    what: 'Arcane Sector: from opening the page to the picture behind its form, with a cold cache',
    unit: 'ms',
    atMost: 1500,
  },
  { id: 'island-picture', what: 'from Begin to the green', unit: 'ms', atMost: 1500 },
  { id: 'pixels-picture', what: 'a remote client: from opening the page to its first picture', unit: 'ms' },
  { id: 'town-crowd-frames', what: 'frames that the page draws, among 60', unit: '/s' },
]
