import { answerComplaint } from '~/domain/messages/answer-complaint.server';
import { closeMessage } from '~/domain/messages/close-message.server';
import { listComplaints, listOwnComplaints } from '~/domain/messages/complaint-lists.server';
import { listMessages } from '~/domain/messages/message-lists.server';
import { sendComplaint } from '~/domain/messages/send-complaint.server';
import { askForCallBack, sendContact, sendQuery } from '~/domain/messages/send-message.server';
import { apiCalls } from '~/web/api/serve-calls.server';

/** API calls for messages to the clinic. */
const serve = apiCalls('message', {
  'send-contact': { POST: sendContact },
  'send-query': { POST: sendQuery },
  'ask-for-call-back': { POST: askForCallBack },
  'get-messages': { GET: listMessages },
  'close-message': { POST: closeMessage },
  complain: { POST: sendComplaint },
  complaints: { GET: listComplaints },
  'answer-complaint': { POST: answerComplaint },
  'my-complaints': { GET: listOwnComplaints },
});

export const loader = serve;
export const action = serve;
