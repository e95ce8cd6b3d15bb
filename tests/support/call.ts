import { z } from 'zod';
import { apiChannel } from '~/domain/kernel/channels';
import type { AnyOperation } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { type OperationCall, openCall } from '~/web/pipeline/call-state';
import { listSignSentences } from '~/web/pipeline/sign-words.server';
import { describeDoubt, describeStep, listStepSentences } from '~/web/pipeline/step-words.server';

/** Builds an operation that everybody may perform and that returns its input. */
export function anOperation(declared: Partial<AnyOperation> = {}): AnyOperation {
  return {
    name: 'test.operation',
    allow: 'anyone',
    input: z.object({}),
    successMessage: 'report.fetched',
    failureMessage: 'report.fetchFailed',
    run: async ({ input }) => ({ data: input }),
    ...declared,
  };
}

/**
 * Builds a call of an operation on its way through the pipeline, from an API client that sends
 * JSON.
 */
export function aCall(
  operation: AnyOperation,
  { body, ...call }: Partial<OperationCall> & { body?: unknown } = {},
) {
  const headers = { 'Content-Type': 'application/json' };
  return openCall(operation, {
    request: new Request('http://clinic.test/', {
      method: 'POST',
      headers,
      body: JSON.stringify(body ?? {}),
    }),
    context: {
      ...apiChannel,
      language: 'en',
      client: '192.0.2.7',
      sentence: String,
      sentenceIn: (_language, messageKey) => messageKey,
      describeStep: (facts) => describeStep('en', facts),
      describeDoubt: () => describeDoubt('en'),
      listStepSentences,
      listSignSentences,
      linkTo: String,
    },
    findViewer: () => null,
    ...call,
  });
}

/** Builds a signed-in viewer. */
export function aViewer(viewer: Partial<Viewer> = {}): Viewer {
  return {
    id: 'somebody',
    accountType: 'Patient',
    firstName: 'Asha',
    lastName: 'Devi',
    email: 'asha@example.com',
    approved: false,
    suspended: false,
    needs2faSetup: false,
    needsNewPassword: false,
    isHelper: false,
    isFrontDesk: false,
    ...viewer,
  } as Viewer;
}
