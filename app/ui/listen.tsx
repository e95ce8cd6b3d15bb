import { useEffect, useRef, useState } from 'react';
import type { PublicNextStep } from '~/domain/report/next-step';
import type { PublicDoubt } from '~/domain/report/present-translation';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

type Language = ReturnType<typeof useWords>['language'];

/**
 * Returns a function that finds the device's voice for a language once the browser has listed its
 * voices; undefined if it has none.
 */
function useVoices() {
  const [voices, setVoices] = useState<SpeechSynthesisVoice[]>([]);
  useEffect(() => {
    const speech = window.speechSynthesis;
    if (!speech) return;
    const find = () => setVoices(speech.getVoices());
    find();
    // Not every browser has these as event targets.
    speech.addEventListener?.('voiceschanged', find);
    return () => speech.removeEventListener?.('voiceschanged', find);
  }, []);
  return (language: Language) => {
    const fitting = voices.filter(({ lang }) => lang.toLowerCase().startsWith(language));
    return fitting.find(({ localService }) => localService) ?? fitting[0];
  };
}

type ListenProps = {
  text: string | (() => string);
  label: string;
  language?: Language;
  isSmall?: boolean;
  first?: Pick<PublicNextStep, 'sentence' | 'sentenceInEnglish' | 'earlier' | 'uncheckedNote'> | null;
  warning?: PublicDoubt | null;
  /** Called when all of the text was read aloud to its end. */
  onHeard?: () => void;
};

/**
 * A button that reads aloud with a voice of the device. Not rendered if the device has none for the
 * language.
 *
 * @param text the text, or a function that gathers it when the button is pressed.
 * @param language the language of the text, if it is not the page's.
 * @param first the next step in the page's language, which is read first. The English sentence
 *   follows until that language was checked, and is read alone without a voice for it.
 * @param warning a warning of the clinic, which is read before everything else, in English without a
 *   voice for the page's language. Without a voice for either, nothing is read.
 * @param onHeard is not called if a part could not be read, or if the reading was stopped.
 * @param isSmall shows only the icon; screen readers and the pointer get the words.
 */
export function Listen({ text, label, language, isSmall = false, first, warning, onHeard }: ListenProps) {
  const { t, language: ofPage } = useWords();
  const voiceOf = useVoices();
  const voice = voiceOf(language ?? ofPage);
  const ofStep = first && voiceOf(ofPage);
  const inEnglish = first && (!ofStep || first.uncheckedNote) ? voiceOf('en') : undefined;
  const [isReading, setReading] = useState(false);
  const isOurs = useRef(false);
  useEffect(
    () => () => {
      if (isOurs.current) window.speechSynthesis.cancel();
    },
    [],
  );
  const ofWarning = warning && (voiceOf(ofPage) ?? voiceOf('en'));
  if (warning ? !ofWarning : !voice && !ofStep && !inEnglish) return null;
  const warningText = voiceOf(ofPage) ? warning?.sentence : warning?.sentenceInEnglish;
  const stop = () => {
    isOurs.current = false;
    setReading(false);
    window.speechSynthesis.cancel();
  };
  const finish = () => {
    // Some browsers also end a part that was stopped.
    if (isOurs.current && voice) onHeard?.();
    stop();
  };
  const read = () => {
    window.speechSynthesis.cancel();
    // Some browsers fall silent in the middle of a long text, but not if each sentence is spoken
    // separately.
    const spoken = [
      ...inSentences(warningText, ofWarning),
      ...inSentences(first?.sentence, ofStep),
      ...inSentences(first?.sentenceInEnglish, inEnglish),
      ...inSentences(first?.earlier ?? undefined, ofStep),
      ...inSentences(typeof text === 'string' ? text : text(), voice),
    ];
    if (spoken.length === 0) return;
    isOurs.current = true;
    setReading(true);
    for (const [at, { sentence, speaker }] of spoken.entries()) {
      const utterance = new SpeechSynthesisUtterance(sentence);
      utterance.voice = speaker;
      utterance.lang = speaker.lang;
      utterance.rate = 0.9;
      if (at === spoken.length - 1) utterance.onend = finish;
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

/** Splits a text into sentences for a voice; there are none without a voice. */
const inSentences = (text: string | undefined, speaker: SpeechSynthesisVoice | null | undefined) =>
  (speaker && text?.match(/[^.!?\u0964\u06d4\n]+[.!?\u0964\u06d4\n]*/g))?.map((sentence) => ({
    sentence: sentence.trim(),
    speaker,
  })) ?? [];

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
