// The door of a closed event: the key of a link is sent at once.

const key = /^#enter=([0-9a-f]+)$/.exec(location.hash)?.[1];
const form = document.querySelector("form#by-key");
if (key && form instanceof HTMLFormElement) {
  // The key must not stay in the address.
  history.replaceState(null, "", location.pathname);
  const field = form.elements.namedItem("key");
  if (field instanceof HTMLInputElement) field.value = key;
  form.submit();
}
