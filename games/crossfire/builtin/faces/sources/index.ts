// Sources of all faces by name.

import type { FaceSources } from '../drawing/face-source.ts'
import { arms } from './arms.ts'
import { effects } from './effects.ts'
import { floors } from './floors.ts'
import { furniture } from './furniture.ts'
import { goods } from './goods.ts'
import { houses } from './houses.ts'
import { lights } from './lights.ts'
import { monsters } from './monsters.ts'
import { nature } from './nature.ts'
import { passages } from './passages.ts'
import { people } from './people.ts'
import { treasure } from './treasure.ts'
import { walls } from './walls.ts'

export const sources: FaceSources = {
  ...lights,
  ...floors,
  ...walls,
  ...houses,
  ...nature,
  ...passages,
  ...furniture,
  ...goods,
  ...treasure,
  ...arms,
  ...effects,
  ...people,
  ...monsters,
}
