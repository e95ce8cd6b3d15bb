import type { ReactNode } from 'react';
import { directionOf, languages } from '~/i18n/languages';
import { Picture, picturePaper as paper } from '~/ui/picture';
import { useWords } from '~/ui/sentence';

/** A picture of one step. */
const StepPicture = ({ children }: { children: ReactNode }) => (
  <Picture className="w-11 md:row-span-2 md:w-[6.5rem]">{children}</Picture>
);

/** A phone that takes a photo of a report. */
export function PhotoPicture() {
  return (
    <StepPicture>
      <g transform="rotate(-7 48 56)">
        <rect x="20" y="17" width="58" height="80" rx="4" fill={paper} />
        <path d="M29 29h20M29 41h40M29 51h40M29 61h24M29 84l8-8 6 4 8-10" />
      </g>
      <rect x="58" y="41" width="43" height="68" rx="8" fill={paper} />
      <path d="M65 55v-6h6m17 0h6v6m0 30v6h-6m-17 0h-6v-6M71 60h17M71 69h17M71 78h10" />
      <circle cx="79.5" cy="100" r="3.5" fill="currentColor" stroke="none" />
    </StepPicture>
  );
}

/** A doctor with a stethoscope who reads a report. */
export function DoctorPicture() {
  return (
    <StepPicture>
      <path d="M23.4 105c0-26 14-40 35-40s38.2 14 38.2 40a58 58 0 0 1-73.2 0z" fill={paper} />
      <path d="M50 57v9l8 9 8-9v-9" fill={paper} />
      <circle cx="58" cy="40" r="18" fill={paper} />
      <path
        d="M40 42c-3-15 5-24 18-24s21 9 18 24c-2-9-6-12-10-13-6 3-13 4-19 3-3 2-5 5-7 10z"
        fill="currentColor"
      />
      <path d="M55.5 45h5m-1.5 10h-2M38 69v10c0 7 12 7 12 0v-9" />
      <circle cx="51.5" cy="45" r="4" />
      <circle cx="64.5" cy="45" r="4" />
      <circle cx="44" cy="88" r="3.5" />
      <g transform="rotate(9 82 88)">
        <rect x="64" y="70" width="38" height="44" rx="4" fill={paper} />
        <path d="M72 81h22M72 90h22M72 99h13" />
      </g>
    </StepPicture>
  );
}

/** A phone with an answer, headed by the reader's language in its own script. */
export function AnswerPicture() {
  const { language } = useWords();
  const isFromRight = directionOf(language) === 'rtl';
  return (
    <StepPicture>
      <rect x="31" y="9" width="58" height="102" rx="10" fill={paper} />
      <path d="M54 17h12" />
      <text
        x="60"
        y="52"
        fontSize="22"
        fontWeight="600"
        textAnchor="middle"
        fill="currentColor"
        stroke="none"
      >
        {languages[language].short}
      </text>
      <path
        d={
          isFromRight
            ? 'M80 67v29M72 69H42M72 81.500H42M72 94H56'
            : 'M40 67v29M48 69h30M48 81.500h30M48 94h16'
        }
      />
      <circle cx="89" cy="25" r="13" fill="currentColor" stroke="none" />
      <path d="m83 25.5 4.5 4.5 8-9" stroke={paper} />
    </StepPicture>
  );
}
