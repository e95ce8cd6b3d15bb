import { useEffect, useRef, useState } from 'react';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

type Language = ReturnType<typeof useWords>['language'];

/**
 * The device's own voice for a language, once the browser has told of its voices; undefined where
 * it has none.
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

type ListenProps = { text: string | (() => string); label: string; language?: Language };

/**
 * A button that reads aloud with the device's own voice, and is not there where it has none for the
 * language. Takes the text, or how to gather it when the button is pressed; its language where it
 * is not the page's.
 */
export function Listen({ text, label, language }: ListenProps) {
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
    // A long text at once falls silent in the middle in some browsers; sentence by sentence it does
    // not.
    const sentences =
      (typeof text === 'string' ? text : text()).match(/[^.!?\u0964\u06d4\n]+[.!?\u0964\u06d4\n]*/g) ?? [];
    if (sentences.length === 0) return;
    isOurs.current = true;
    setReading(true);
    for (const [at, sentence] of sentences.entries()) {
      const said = new SpeechSynthesisUtterance(sentence.trim());
      said.voice = voice;
      said.lang = voice.lang;
      said.rate = 0.9;
      if (at === sentences.length - 1) said.onend = stop;
      said.onerror = stop;
      window.speechSynthesis.speak(said);
    }
  };
  return (
    <button
      type="button"
      className="button plain small"
      aria-pressed={isReading}
      onClick={isReading ? stop : read}
    >
      <Icon name={isReading ? 'close' : 'sound'} />
      {isReading ? t('listen.stop') : label}
    </button>
  );
}

/** What a page says to whoever reads it, without its menus, fields and buttons. */
export function wordsOfPage(): string {
  const locale = 'h1, h2, h3, p, li, legend, label > span, .field-label, .field-hint, dt, dd';
  const found = [...document.querySelectorAll<HTMLElement>(`#content :is(${locale})`)];
  const own = found.filter(
    (one) => one.offsetParent !== null && !found.some((other) => other !== one && one.contains(other)),
  );
  return (
    own
      // biome-ignore lint/performance/useDomNodeTextContent: what nobody sees is not read aloud either.
      .map((one) => one.innerText.trim())
      .filter(Boolean)
      .join('.\n')
  );
}
