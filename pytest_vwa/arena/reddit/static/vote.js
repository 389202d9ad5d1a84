// Votes count without a new page; without this script the form does the same by itself.
document.addEventListener('submit', event => {
  const form = event.target;
  if (form.dataset.confirm && !window.confirm(form.dataset.confirm)) event.preventDefault();
  if (!form.matches('.vote') || !event.submitter) return;
  event.preventDefault();
  const choice = Number(event.submitter.value);
  const body = new URLSearchParams({ choice });
  fetch(form.action, { method: 'POST', headers: { accept: 'application/json' }, body })
    .then(answer => (answer.redirected ? window.location.assign(answer.url) : answer.json()))
    .then(answer => answer && show(form, choice, answer.netScore));
});

function show(form, choice, score) {
  const [up, down] = form.querySelectorAll('button');
  form.classList.toggle('vote--user-upvoted', choice === 1);
  form.classList.toggle('vote--user-downvoted', choice === -1);
  form.querySelector('.vote__net-score').textContent = score;
  up.value = choice === 1 ? 0 : 1;
  up.title = choice === 1 ? 'Retract upvote' : 'Upvote';
  down.value = choice === -1 ? 0 : -1;
  down.title = choice === -1 ? 'Retract downvote' : 'Downvote';
}
