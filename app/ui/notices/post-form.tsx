import { Form, type FormProps, useActionData } from '@remix-run/react';
import { createContext, useContext, useEffect, useState } from 'react';
import { type OtherViewer, useShowOtherViewer } from './viewer-notice';

/** Data that forms are rendered with: the viewer, and what their tokens are made of. */
type SignedForms = {
  id: string;
  /** The MAC of the viewer's forms. */
  formMac?: string;
  /** A MAC for each operation, from a server that runs beside one of an earlier release. */
  formMacs?: Record<string, string>;
  hasNoEmail?: boolean;
} | null;

export const SignedContext = createContext<SignedForms>(null);

/** Returns false if the viewer has no e-mail address, so that no page promises an e-mail. */
export const useHasEmail = (): boolean => !useContext(SignedContext)?.hasNoEmail;

type Props = Omit<FormProps, 'method'> & {
  /** Name of the operation that the form submits. */
  operation: string;
  /** The token of an earlier rendering of the form, which it keeps. */
  token?: string;
};

function tokenOf(signed: SignedForms, operation: string): string {
  if (signed?.formMac) return `${signed.id}.${signed.formMac}.${operation}`;
  const mac = signed?.formMacs?.[operation];
  return mac ? `${signed.id}.${mac}` : 'nobody';
}

/** Returns a form's token for an operation, for the viewer of its first rendering. */
export function useFormToken(operation: string): string {
  const signed = useContext(SignedContext);
  const [initialToken] = useState(() => tokenOf(signed, operation));
  return initialToken;
}

/**
 * The one way to write a form that posts. Its first field names the user it was rendered for. That
 * stays while the form exists, whoever signs in meanwhile. The refusal of a form rendered for
 * another user is shown at the top of the page.
 */
export function PostForm({ operation, token, children, ...form }: Props) {
  const ownToken = useFormToken(operation);
  const answer = useActionData<{ otherViewer?: OtherViewer } | undefined>();
  const showOtherViewer = useShowOtherViewer();
  const refused = answer?.otherViewer;
  // Input typed for another user stays theirs, on another page too.
  const refusedToken = refused?.operation === operation ? refused.token : undefined;
  useEffect(() => {
    if (refused) showOtherViewer(refused);
  }, [refused, showOtherViewer]);
  return (
    <Form method="post" {...form}>
      <input type="hidden" name="formToken" value={token ?? refusedToken ?? ownToken} />
      {children}
    </Form>
  );
}

/**
 * A form of the frame around every page. It has no input, and is rendered again when the frame's
 * user changes.
 */
export function FramePostForm(form: Props) {
  return <PostForm key={useContext(SignedContext)?.id} {...form} />;
}
