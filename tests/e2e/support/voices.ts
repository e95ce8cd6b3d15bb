/**
 * Simulates a device with voices for these languages and records the spoken texts. Runs in the page
 * before its own scripts.
 */
export function simulateVoices(codes: string[]) {
  const spokenTexts: string[] = [];
  const speechSynthesis = {
    getVoices: () => codes.map((lang) => ({ lang, localService: true })),
    speak: (one: { text: string }) => spokenTexts.push(one.text),
    cancel: () => undefined,
  };
  class SpeechSynthesisUtterance {
    constructor(public text: string) {}
  }
  for (const [name, value] of Object.entries({
    spokenTexts,
    speechSynthesis,
    SpeechSynthesisUtterance,
  }))
    Object.defineProperty(window, name, { value });
}
