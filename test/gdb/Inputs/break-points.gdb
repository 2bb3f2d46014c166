break add
watch total
mcmini forward end
print total
mcmini forward end
mcmini forward end
print total
mcmini back 9
print total
mcmini forward end
mcmini forward end
mcmini forward end
mcmini forward end
print total
continue
mcmini back
