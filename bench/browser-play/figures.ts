import type { Figure } from '../bench.ts'

export const figures: readonly Figure[] = [
  {
    id: 'first-picture',
    description: 'Soaprun: from opening the page to the first picture, with a cold cache',
    unit: 'ms',
    atMost: 1500,
  },
  {
    id: 'first-work',
    description: 'Soaprun: the browser’s CPU time from opening the page to the first picture',
    unit: 'ms',
  },
  { id: 'still-share', description: 'Soaprun: CPU of a core, alone and not moving', unit: '%', atMost: 30 },
  { id: 'crowd-share', description: 'Soaprun: CPU of a core, among 60 players', unit: '%' },
  {
    id: 'crowd-frame',
    description: 'Soaprun: script and drawing time of a frame, among 60 players',
    unit: 'ms',
    atMost: 16,
  },
  { id: 'crowd-frames', description: 'Soaprun: frames that the page draws, among 60 players', unit: '/s' },
  {
    id: 'town-door',
    description: 'Crossfire: from opening the page to its form, with a cold cache',
    unit: 'ms',
  },
  { id: 'town-picture', description: 'Crossfire: from Play to the town', unit: 'ms', atMost: 1500 },
  {
    id: 'town-still-share',
    description: 'Crossfire: share of one core while the player stands in the square',
    unit: '%',
    atMost: 30,
  },
  {
    id: 'town-walk-share',
    description: 'Crossfire: share of one core while the player walks in the square',
    unit: '%',
  },
  { id: 'town-crowd-share', description: 'Crossfire: CPU of a core, among 60 players', unit: '%' },
  {
    id: 'island-door',
    description: 'Arcane Sector: from opening the page to the picture behind its form, with a cold cache',
    unit: 'ms',
    atMost: 1500,
  },
  { id: 'island-picture', description: 'Arcane Sector: from Play to the green', unit: 'ms', atMost: 1500 },
  {
    id: 'pixels-picture',
    description: 'Arcane Sector, remote client: from opening the page to its first picture',
    unit: 'ms',
  },
  {
    id: 'town-crowd-frames',
    description: 'Crossfire: frames that the page draws, among 60 players',
    unit: '/s',
  },
]
