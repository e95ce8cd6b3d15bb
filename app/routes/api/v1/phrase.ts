import { listPhrases, removePhrase, savePhrase } from '~/domain/desk/phrases.server';
import { apiCalls } from '~/web/api/serve-calls.server';

/** API calls for the phrases of the calling expert. */
const serve = apiCalls('phrase', {
  list: { GET: listPhrases },
  save: { POST: savePhrase },
  'remove/:phraseId': { DELETE: removePhrase },
});

export const loader = serve;
export const action = serve;
