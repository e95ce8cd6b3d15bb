import { Form, type FormProps, useActionData } from '@remix-run/react';
import { createContext, useContext, useEffect, useState } from 'react';
import { type OtherViewer, useShowOtherViewer } from './viewer-notice';

/**
 * What pages draw forms with: who is looking, and a MAC for each operation that a form of theirs
 * can send.
 */
export type Signed = { id: string; formMacs: Record<string, string> } | null;

export const SignedContext = createContext<Signed>(null);

type Props = Omit<FormProps, 'method'> & {
  /** The name of the operation that the form sends. */
  operation: string;
  /** The token of the form as it was drawn before, which it keeps. */
  token?: string;
};

/** Returns the token of a form for an operation, for the viewer when it was first drawn. */
export function useFormToken(operation: string): string {
  const signed = useContext(SignedContext);
  const [drawn] = useState(() => {
    const mac = signed?.formMacs[operation];
    return mac ? `${signed.id}.${mac}` : 'nobody';
  });
  return drawn;
}

/**
 * The one way to write a form that posts: its first field says for whom it was drawn, and stays as
 * it is while the form does, whoever is signed in meanwhile. What the server answers to a form that
 * was drawn for somebody else is shown at the top of the page.
 */
export function PostForm({ operation, token, children, ...form }: Props) {
  const drawn = useFormToken(operation);
  const answer = useActionData<{ otherViewer?: OtherViewer } | undefined>();
  const showOtherViewer = useShowOtherViewer();
  const refused = answer?.otherViewer;
  // What was typed for somebody else stays theirs, on another page too.
  const kept = refused?.operation === operation ? refused.token : undefined;
  useEffect(() => {
    if (refused) showOtherViewer(refused);
  }, [refused, showOtherViewer]);
  return (
    <Form method="post" {...form}>
      <input type="hidden" name="formToken" value={token ?? kept ?? drawn} />
      {children}
    </Form>
  );
}

/**
 * A form of the frame around every page: nothing is typed into it, and it is drawn anew for whoever
 * the frame is drawn for.
 */
export function FramePostForm(form: Props) {
  return <PostForm key={useContext(SignedContext)?.id} {...form} />;
}
