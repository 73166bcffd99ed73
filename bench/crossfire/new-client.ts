export const testPassword = 'a secret of the bench'
/** The settings that a current client with disabled sounds sends with `setup`. */
export const setupSettings = [
  ['map2cmd', '1'],
  ['tick', '1'],
  ['sound2', '0'],
  ['facecache', '1'],
  ['faceset', '0'],
  ['loginmethod', '2'],
  ['mapsize', '11x11'],
].map(([key = '', value = '']) => ({ key, value }))
const abilities = ['str', 'dex', 'con', 'int', 'wis', 'pow', 'cha'].map((ability) => `${ability} 12`)
const choicesOf = (characterClass: string) => ['race human_player', `class ${characterClass}`, ...abilities]
export const newCharacterChoices = choicesOf('fighter_class')
export const importedWorldCharacterChoices = choicesOf('warrior_class')
