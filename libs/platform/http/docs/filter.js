// The filter box of the reference.
const filter = document.querySelector('#filter');
const none = document.querySelector('#none');

function apply() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const section of document.querySelectorAll('section[data-tag]')) {
    let inSection = 0;
    for (const line of section.querySelectorAll('li')) {
      const text = `${section.dataset.tag} ${line.textContent}`.toLowerCase();
      line.hidden = !words.every((word) => text.includes(word));
      if (!line.hidden) inSection += 1;
    }
    section.hidden = inSection === 0;
    shown += inSection;
  }
  none.hidden = shown > 0;
}
filter.addEventListener('input', apply);
if (filter.value) apply();
