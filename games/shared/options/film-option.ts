// The option of every game that can be watched. durable-objects/room/film implements it.
import { boolean } from '../schema/schema.ts'
import { option } from './table.ts'

export const filmOption = {
  film: option(
    boolean(),
    false,
    'Whether the room films the world for everybody who may watch. Players see a notice. Above 64 MB the oldest parts are deleted.',
  ),
} as const
