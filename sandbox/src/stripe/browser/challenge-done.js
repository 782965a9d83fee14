// Tells the page around the bank's authentication that it's over; that page asks the API for the result.
window.parent.postMessage({ type: 'challenge-done' }, '*')
