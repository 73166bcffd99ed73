/** Request header with a secret, by which the Worker recognizes requests from the front process (cli/front/). */
export const frontHeader = 'packetboat-front'
