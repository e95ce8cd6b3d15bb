/** Text as a program writes it. A long line scrolls inside, by keyboard too. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable
      tabIndex={0}
      aria-label={label}
      className="mt-2 overflow-x-auto rounded-field border border-line bg-canvas p-3"
    >
      <pre className="font-figures text-[0.88rem] leading-snug">{text}</pre>
    </section>
  );
}

/** A sentence whose words between backticks are code. */
export function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));
}
