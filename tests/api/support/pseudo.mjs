// Loaded with node --import. Turns the build's Hindi into English in double-width letters: ordinary
// Latin letters on a page then do not come from the catalogues.
import { register } from 'node:module';

register(new URL('./pseudo-loader.mjs', import.meta.url));
