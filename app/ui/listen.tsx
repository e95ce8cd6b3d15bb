import { useEffect, useRef, useState } from 'react';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

type Language = ReturnType<typeof useWords>['language'];

/**
 * Returns the device's voice for a language once the browser has listed its voices; undefined if it
 * has none.
 */
function useVoice(language: Language) {
  const [voice, setVoice] = useState<SpeechSynthesisVoice>();
  useEffect(() => {
    const speech = window.speechSynthesis;
    if (!speech) return;
    const find = () => {
      const voices = speech.getVoices().filter(({ lang }) => lang.toLowerCase().startsWith(language));
      setVoice(voices.find(({ localService }) => localService) ?? voices[0]);
    };
    find();
    // Not every browser has these as event targets.
    speech.addEventListener?.('voiceschanged', find);
    return () => speech.removeEventListener?.('voiceschanged', find);
  }, [language]);
  return voice;
}

type ListenProps = { text: string | (() => string); label: string; language?: Language; isSmall?: boolean };

/**
 * A button that reads aloud with a voice of the device. Not rendered if the device has none for the
 * language.
 *
 * @param text the text, or a function that gathers it when the button is pressed.
 * @param language the language of the text, if it is not the page's.
 * @param isSmall shows only the icon; screen readers and the pointer get the words.
 */
export function Listen({ text, label, language, isSmall = false }: ListenProps) {
  const { t, language: ofPage } = useWords();
  const voice = useVoice(language ?? ofPage);
  const [isReading, setReading] = useState(false);
  const isOurs = useRef(false);
  useEffect(
    () => () => {
      if (isOurs.current) window.speechSynthesis.cancel();
    },
    [],
  );
  if (!voice) return null;
  const stop = () => {
    isOurs.current = false;
    setReading(false);
    window.speechSynthesis.cancel();
  };
  const read = () => {
    window.speechSynthesis.cancel();
    // Some browsers fall silent in the middle of a long text, but not if each sentence is spoken
    // separately.
    const sentences =
      (typeof text === 'string' ? text : text()).match(/[^.!?\u0964\u06d4\n]+[.!?\u0964\u06d4\n]*/g) ?? [];
    if (sentences.length === 0) return;
    isOurs.current = true;
    setReading(true);
    for (const [at, sentence] of sentences.entries()) {
      const utterance = new SpeechSynthesisUtterance(sentence.trim());
      utterance.voice = voice;
      utterance.lang = voice.lang;
      utterance.rate = 0.9;
      if (at === sentences.length - 1) utterance.onend = stop;
      utterance.onerror = stop;
      window.speechSynthesis.speak(utterance);
    }
  };
  const words = isReading ? t('listen.stop') : label;
  return (
    <button
      type="button"
      className={isSmall ? 'button plain small w-11 shrink-0 !p-0' : 'button plain small'}
      title={isSmall ? words : undefined}
      aria-pressed={isReading}
      onClick={isReading ? stop : read}
    >
      <Icon name={isReading ? 'close' : 'sound'} />
      {isSmall ? <span className="sr-only">{words}</span> : words}
    </button>
  );
}

/** Returns the text of the page without its menus, fields and buttons. */
export function wordsOfPage(): string {
  const locale = 'h1, h2, h3, p, li, legend, label > span, .field-label, .field-hint, dt, dd';
  const elements = [...document.querySelectorAll<HTMLElement>(`#content :is(${locale})`)];
  const leaves = elements.filter(
    (one) => one.offsetParent !== null && !elements.some((other) => other !== one && one.contains(other)),
  );
  return (
    leaves
      // biome-ignore lint/performance/useDomNodeTextContent: what nobody sees is not read aloud either.
      .map((one) => one.innerText.trim())
      .filter(Boolean)
      .join('.\n')
  );
}
