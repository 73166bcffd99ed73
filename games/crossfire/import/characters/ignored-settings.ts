// [CF-20.9] The owner learns which changes of Crossfire's file `settings` have no effect in a room.
import { parseSettings } from './stat-tables.ts'

/** The values that our rules implement. The `settings` file of the original server has the same values. */
const fixed: { readonly [name: string]: string } = {
  starting_stat_min: '3',
  starting_stat_max: '18',
  starting_stat_points: '84',
  roll_stat_points: '105',
  not_permadeth: 'true',
  spell_encumbrance: 'true',
  spell_failure_effects: 'false',
  casting_time: 'false',
  balanced_stat_loss: 'false',
  permanent_experience_percentage: '50',
  pk_luck_penalty: '1',
  pk_max_experience: '5000000',
  pk_max_experience_percent: '10',
  set_friendly_fire: '5',
  armor_max_enchant: '5',
  armor_weight_reduction: '10',
  armor_weight_linear: 'true',
  armor_speed_improvement: '10',
  armor_speed_linear: 'true',
  no_player_stealing: 'true',
  create_home_portals: 'false',
  personalized_blessings: 'true',
  allow_denied_spells_writing: 'false',
  allow_broken_converters: 'true',
  special_break_map: 'true',
  recycle_tmp_maps: 'false',
  always_show_hp: 'false',
  set_title: 'true',
  search_items: 'true',
  fastclock: '0',
  account_block_create: 'false',
}

export function warnOfIgnoredSettings(text: string): string[] {
  const settings = parseSettings(text)
  const ignored = Object.keys(fixed).filter((name) => {
    const value = settings.get(name)
    return value !== undefined && plain(value) !== plain(fixed[name]!)
  })
  return ignored.length === 0 ? [] : [`settings: these settings have no effect: ${ignored.join(', ')}`]
}

/** Crossfire accepts several words for true and false, and any number may have a fraction. */
function plain(value: string): string {
  if (/^(true|on|yes)$/i.test(value)) return '1'
  if (/^(false|off|no)$/i.test(value)) return '0'
  return String(Number(value))
}
