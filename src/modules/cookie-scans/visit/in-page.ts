/** Code that runs inside a visited page, as text for the browser. */

/**
 * Records which script writes a cookie or stores something, without changing what the page sees. Our banner wraps those
 * functions, so the caller behind the banner is the writer.
 */
export const recorder = (binding: string) => `(() => {
  const say = globalThis[${JSON.stringify(binding)}];
  if (!say) return;
  delete globalThis[${JSON.stringify(binding)}];
  const from = () => {
    const scripts = (new Error().stack || '').split('\\n').slice(3).join('\\n').match(/https?:\\/\\/[^\\s)]+?(?=:\\d+:\\d+)/g) || [];
    return scripts.find((script) => !/\\/w\\/[^/]+\\/banner\\.js/.test(script)) || scripts[0] || '';
  };
  const note = (kind, name) => { try { say(JSON.stringify([kind, String(name).slice(0, 200), from().slice(0, 500)])); } catch {} };
  const jar = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  Object.defineProperty(Document.prototype, 'cookie', { ...jar, set(text) { note('cookie', String(text).split('=')[0].trim()); jar.set.call(this, text); } });
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (name, value) {
    try { note(this === localStorage ? 'local_storage' : 'session_storage', name); } catch {}
    return setItem.call(this, name, value);
  };
})()`

export const STOCK = `(() => {
  const names = (of) => { try { return Object.keys(of()).slice(0, 200).map((name) => name.slice(0, 200)); } catch { return []; } };
  return JSON.stringify({ host: location.hostname, local: names(() => localStorage), stored: names(() => sessionStorage) });
})()`

export const LINKS = `JSON.stringify([...document.querySelectorAll('a[href]')].slice(0, 1000).map((link) => link.href).filter((href) => href.length < 500))`

export const BANNER = `!!document.querySelector('resguardo-banner')`

export const ACCEPT = `(() => {
  const yes = document.querySelector('resguardo-banner')?.shadowRoot?.querySelector('.card .acts button:last-child');
  yes?.click();
  return !!yes;
})()`
